/** Whose work something is. */
package io.quipu.trace;
