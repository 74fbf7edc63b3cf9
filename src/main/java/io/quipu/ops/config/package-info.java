/**
 * Configuration: the environment is read into records, once, at start. The table {@code
 * variables.txt} has every variable except {@code QUIPU_CONFIG_FILE}. If a value is not allowed,
 * the start fails with one line that names the variable.
 */
@NullMarked
package io.quipu.ops.config;

import org.jspecify.annotations.NullMarked;
