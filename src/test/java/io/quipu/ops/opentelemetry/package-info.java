/** An endpoint of OTLP, and what holds where it does not do what it should. */
package io.quipu.ops.opentelemetry;
