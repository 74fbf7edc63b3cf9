/** Input from outside: text, limits, and what is said of a value that cannot be taken. */
@NullMarked
package io.quipu.engine.input;

import org.jspecify.annotations.NullMarked;
