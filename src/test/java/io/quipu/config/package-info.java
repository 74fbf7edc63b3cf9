/** Every variable, good and bad. */
package io.quipu.config;
