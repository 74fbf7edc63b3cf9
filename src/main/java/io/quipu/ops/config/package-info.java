/**
 * What can be configured: environment to records, once, at start. Depends on nothing; a value that
 * is not allowed ends the start with one line that names the variable.
 */
@NullMarked
package io.quipu.ops.config;

import org.jspecify.annotations.NullMarked;
