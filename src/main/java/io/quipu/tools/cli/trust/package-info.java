/** Whom commands trust, of services and of sources. */
@NullMarked
package io.quipu.tools.cli.trust;

import org.jspecify.annotations.NullMarked;
