/**
 * Spans that go to an endpoint of OpenTelemetry's protocol (OTLP), where one is set: nothing in
 * here, and nothing of OpenTelemetry, is loaded otherwise.
 */
@NullMarked
package io.quipu.ops.opentelemetry;

import org.jspecify.annotations.NullMarked;
