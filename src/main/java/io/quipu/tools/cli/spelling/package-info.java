/** Names that a caller may have meant, whatever they are names of. */
@NullMarked
package io.quipu.tools.cli.spelling;

import org.jspecify.annotations.NullMarked;
