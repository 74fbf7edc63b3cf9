package io.quipu.ops.opentelemetry;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An endpoint of OTLP over HTTP on loopback, which decodes what it is sent. */
public final class OtlpReceiver implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final boolean answering;
  private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();

  private OtlpReceiver(boolean answering) {
    this.answering = answering;
    this.server =
        TestPatience.join(
            vertx
                .createHttpServer()
                .requestHandler(this::receive)
                .listen(0, "127.0.0.1")
                .toCompletionStage());
  }

  public static OtlpReceiver start() {
    return new OtlpReceiver(true);
  }

  /** One that takes requests, and never answers. */
  public static OtlpReceiver silent() {
    return new OtlpReceiver(false);
  }

  public String endpoint() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** The spans that have arrived, in that order. */
  public List<ReceivedSpan> spans() {
    return List.copyOf(spans);
  }

  public List<ReceivedSpan> spans(String trace) {
    return spans.stream().filter(span -> span.trace().equals(trace)).toList();
  }

  /** The number of requests. */
  public int requests() {
    return requests.get();
  }

  public List<String> authorizations() {
    return List.copyOf(authorizations);
  }

  private void receive(HttpServerRequest request) {
    requests.incrementAndGet();
    authorizations.add(String.valueOf(request.getHeader("Authorization")));
    boolean known =
        request.path().equals("/v1/traces")
            && "application/x-protobuf".equals(request.getHeader("Content-Type"));
    request.body().onSuccess(body -> answer(request, known ? take(body) : 404));
  }

  private void answer(HttpServerRequest request, int status) {
    if (answering) {
      request
          .response()
          .setStatusCode(status)
          .putHeader("Content-Type", "application/x-protobuf")
          .end(Buffer.buffer(ExportTraceServiceResponse.getDefaultInstance().toByteArray()));
    }
  }

  private int take(Buffer body) {
    try {
      ExportTraceServiceRequest sent = ExportTraceServiceRequest.parseFrom(body.getBytes());
      sent.getResourceSpansList()
          .forEach(
              of -> {
                Map<String, String> resource =
                    ReceivedSpan.text(of.getResource().getAttributesList());
                of.getScopeSpansList().stream()
                    .flatMap(scope -> scope.getSpansList().stream())
                    .forEach(span -> spans.add(ReceivedSpan.of(span, resource)));
              });
      return 200;
    } catch (InvalidProtocolBufferException e) {
      return 400;
    }
  }

  @Override
  public void close() {
    TestPatience.join(vertx.close().toCompletionStage());
  }
}
