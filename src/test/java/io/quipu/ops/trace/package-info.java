/** Whose work something is. */
package io.quipu.ops.trace;
