/** Tests of the span that work belongs to. */
package io.quipu.ops.trace;
