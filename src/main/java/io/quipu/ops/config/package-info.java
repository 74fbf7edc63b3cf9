/**
 * Configuration: from the environment to records, once, at start. One table, {@code variables.txt},
 * has every variable. A value that is not allowed ends the start with one line that names the
 * variable.
 */
@NullMarked
package io.quipu.ops.config;

import org.jspecify.annotations.NullMarked;
