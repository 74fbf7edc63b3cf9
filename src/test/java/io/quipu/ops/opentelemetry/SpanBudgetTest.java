package io.quipu.ops.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SpanBudgetTest {
  private static final int MOST = 3;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SpanBudget budget = new SpanBudget(MOST, new TraceMeters(registry));
  private final Endpoint endpoint = new Endpoint();
  private final Tracer tracer =
      SdkTracerProvider.builder()
          .addSpanProcessor(
              budget.before(SimpleSpanProcessor.builder(budget.over(endpoint)).build()))
          .build()
          .get("test");

  /** Leaves what it gets without an answer. */
  private static final class Endpoint implements SpanExporter {
    private final Queue<CompletableResultCode> asked = new ArrayDeque<>();
    private boolean broken;

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      CompletableResultCode answer = new CompletableResultCode();
      asked.add(answer);
      return answer;
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private void end(int spans) {
    for (int i = 0; i < spans; i++) {
      tracer.spanBuilder("a").startSpan().end();
    }
  }

  private double count(String outcome) {
    return registry.get("quipu.trace.spans").tag("outcome", outcome).counter().count();
  }

  @Test
  void noMoreAreKeptThanThereIsRoomFor() {
    end(MOST + 4);
    assertThat(endpoint.asked).hasSize(MOST);
    assertThat(count("dropped")).isEqualTo(4);
  }

  @Test
  void thereIsRoomAgain_whenTheEndpointHasAnswered_whateverItSays() {
    end(MOST);
    endpoint.asked.remove().succeed();
    endpoint.asked.remove().fail();
    end(MOST);
    assertThat(count("exported")).isEqualTo(1);
    assertThat(count("failed")).isEqualTo(1);
    assertThat(count("dropped")).isEqualTo(MOST - 2);
  }

  @Test
  void anExporterThatThrowsKeepsNoRoom() {
    endpoint.broken = true;
    end(2 * MOST);
    assertThat(count("failed")).isEqualTo(2 * MOST);
    assertThat(count("dropped")).isZero();
  }
}
