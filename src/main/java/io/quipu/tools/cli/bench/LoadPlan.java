package io.quipu.tools.cli.bench;

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
 * @param service its address, without a slash at its end
 * @param credentials a key or token, if the service asks for one
 * @param authorities certificates in PEM that alone are trusted, or null for those of the JVM
 * @param namespace of the counters; its kind must take events that have an id or nothing
 * @param prefix with which the names of the counters begin; of this run only
 * @param counters how many there are; each request is for one of them, in turn
 * @param batch events in a request
 * @param ids whether each event has an id
 * @param connections each has one request under way at most
 * @param rate requests a second, all together; 0 for as many as are answered
 * @param warmUp how long requests are sent before those that are measured
 * @param measured how long requests are sent that are measured
 * @param timeout after which an answer is not waited for any more
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

  /** Returns the plan for another service, which counts nothing. */
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

  /** The body of a request: {@code batch} events of delta 1. */
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
