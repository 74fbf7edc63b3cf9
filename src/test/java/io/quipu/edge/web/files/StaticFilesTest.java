package io.quipu.edge.web.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files of the class path. */
@ExtendWith(VertxExtension.class)
class StaticFilesTest {
  private static final int AT_ONCE = 200;

  @Test
  void loadsAFileOnce_whenManyAskAtOnceForOneThatIsNotKept(Vertx vertx) {
    StaticFiles files = new StaticFiles(vertx);
    Set<StaticFile> loaded = Collections.newSetFromMap(new IdentityHashMap<>());
    CompletableFuture<Void> all = new CompletableFuture<>();

    vertx.runOnContext(
        context -> {
          List<Future<Optional<StaticFile>>> asked = new ArrayList<>();
          for (int i = 0; i < AT_ONCE; i++) {
            asked.add(files.findSwaggerUi("swagger-ui-bundle.js"));
          }
          asked.forEach(each -> each.onSuccess(file -> loaded.add(file.orElseThrow())));
          Future.all(asked)
              .onSuccess(done -> all.complete(null))
              .onFailure(all::completeExceptionally);
        });
    TestPatience.join(all);

    assertThat(loaded).hasSize(1);
  }
}
