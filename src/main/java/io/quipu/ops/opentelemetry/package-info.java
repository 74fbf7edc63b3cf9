/**
 * The export of spans to an endpoint of OpenTelemetry's protocol (OTLP). If no endpoint is
 * configured, no class of this package or of OpenTelemetry is loaded.
 */
@NullMarked
package io.quipu.ops.opentelemetry;

import org.jspecify.annotations.NullMarked;
