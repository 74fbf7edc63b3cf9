package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** What deletions of namespaces and counters are tried with, through two instances. */
record Deletions(RunningQuipu quipu) {
  static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Deletes a namespace; an instance that has just started may not know the time of the group. */
  JsonObject delete(int instance, String namespace) {
    Answer answer =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> quipu.api(instance).delete("/v1/namespaces/" + namespace),
                one -> one.status() != 503);
    return answer.expect(202).json();
  }

  void isGone(String namespace) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(deleting()).doesNotContain(namespace));
  }

  List<String> deleting() {
    return quipu
        .api(0)
        .get("/v1/namespaces?deleting=true")
        .expect(200)
        .json()
        .getJsonArray("namespaces")
        .stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
  }

  /** Purges a counter of many namespaces at once, as each answer takes some seconds. */
  void purge(String counter, List<String> namespaces) {
    namespaces.parallelStream()
        .forEach(
            namespace ->
                await()
                    .atMost(Duration.ofSeconds(60))
                    .until(
                        () -> quipu.api(0).delete(Api.path(namespace, counter) + "?purge=true"),
                        answer -> answer.status() == 202));
  }

  List<String> purging() {
    return quipu
        .api(1)
        .get("/v1/namespaces?deleting=true")
        .expect(200)
        .json()
        .getJsonArray("counters")
        .stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
  }

  long count(int instance, String namespace, String counter) {
    return quipu
        .api(instance)
        .get(Api.path(namespace, counter))
        .expect(200)
        .json()
        .getLong("count");
  }
}
