/** Names that a caller may have meant, whatever they are names of. */
@NullMarked
package io.quipu.cli.spelling;

import org.jspecify.annotations.NullMarked;
