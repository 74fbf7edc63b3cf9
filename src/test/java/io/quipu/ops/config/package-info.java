/** Every variable, good and bad. */
package io.quipu.ops.config;
