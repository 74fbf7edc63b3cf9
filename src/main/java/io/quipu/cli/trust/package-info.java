/** Whom commands trust, of services and of sources. */
@NullMarked
package io.quipu.cli.trust;

import org.jspecify.annotations.NullMarked;
