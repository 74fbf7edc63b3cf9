/** The start of the process: its command line, its verticles, and the list of kinds. */
@NullMarked
package io.quipu;

import org.jspecify.annotations.NullMarked;
