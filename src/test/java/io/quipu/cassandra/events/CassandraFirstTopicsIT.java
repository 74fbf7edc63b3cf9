package io.quipu.cassandra.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.store.TopicIdentity;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraFirstTopicsIT {
  private final StoreSession stores;

  CassandraFirstTopicsIT(StoreSession stores) {
    this.stores = stores;
  }

  @Test
  void ofThoseWhoClaimANameAtOnceOneIsTheFirst_forAllAndForEver() {
    FirstTopics topics = new CassandraFirstTopics(stores.session, stores.context.context());
    List<CompletableFuture<TopicIdentity>> claims =
        IntStream.range(0, 8)
            .mapToObj(i -> topics.claim("orders", new TopicIdentity("here", "topic " + i)))
            .map(stage -> stage.toCompletableFuture())
            .toList();
    TopicIdentity first = stores.await(claims.get(0));
    claims.forEach(claim -> assertThat(stores.await(claim)).isEqualTo(first));
    TopicIdentity later = new TopicIdentity("there", "");
    assertThat(stores.await(topics.claim("orders", later))).isEqualTo(first);
    assertThat(stores.await(topics.claim("clicks", later))).isEqualTo(later);
  }
}
