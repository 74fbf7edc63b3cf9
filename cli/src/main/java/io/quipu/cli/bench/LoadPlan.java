package io.quipu.cli.bench;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a load.
 *
 * @param service the address of the service, without a slash at the end
 * @param credentials a key or token; null to send none
 * @param authorities the file with the only certificates to trust, in PEM; null for the
 *     certificates of the JVM
 * @param namespace the namespace of the counters; its kind must accept events without a delta, with
 *     or without an id
 * @param prefix the first characters of all counter names; no other run has the same prefix
 * @param counters the number of counters; each request is for the next counter in turn
 * @param batch events in a request
 * @param ids whether each event has an id
 * @param connections the number of connections, each with at most one request at a time
 * @param rate requests a second on all connections together; 0 to send a request after each answer
 * @param warmUp the time for which requests are sent before the measurement
 * @param measured the time for which requests are sent and measured
 * @param timeout the longest time to wait for a connection, and for an answer
 */
public record LoadPlan(
    URI service,
    @Nullable String credentials,
    @Nullable Path authorities,
    String namespace,
    String prefix,
    int counters,
    int batch,
    boolean ids,
    int connections,
    int rate,
    Duration warmUp,
    Duration measured,
    Duration timeout) {

  /** Returns this plan for another server that needs no credentials, without a rate. */
  LoadPlan at(URI other, Duration howLong) {
    return new LoadPlan(
        other,
        null,
        null,
        namespace,
        prefix,
        counters,
        batch,
        ids,
        connections,
        0,
        howLong,
        howLong,
        timeout);
  }

  public List<String> counterNames() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < counters; i++) {
      names.add(prefix + i);
    }
    return names;
  }

  RequestOptions request(String counter) {
    RequestOptions request =
        new RequestOptions()
            .setAbsoluteURI(service + "/v1/counters/" + namespace + "/" + counter + "/events")
            .setMethod(HttpMethod.POST)
            .setTimeout(timeout.toMillis())
            .putHeader("Content-Type", "application/json");
    return credentials == null
        ? request
        : request.putHeader("Authorization", "Bearer " + credentials);
  }

  /** The body of the request with this number: {@code batch} events of delta 1. */
  String body(long number) {
    if (!ids) {
      return batch == 1 ? "{}" : "[" + "{},".repeat(batch - 1) + "{}]";
    }
    StringBuilder body = new StringBuilder("[");
    for (int i = 0; i < batch; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{\"id\":\"")
          .append(number)
          .append('-')
          .append(i)
          .append("\"}");
    }
    return body.append(']').toString();
  }
}
