/** The certificate authorities that commands trust, for services and for sources. */
@NullMarked
package io.quipu.cli.trust;

import org.jspecify.annotations.NullMarked;
