package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.store.TopicIdentity;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraFirstTopicsIT {
  private static CassandraSession session;
  private static OwnerContext context;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    context = new OwnerContext();
    session = TestSessions.open(context, cassandra);
  }

  @AfterAll
  static void close() {
    context.close();
  }

  @Test
  void ofThoseWhoClaimANameAtOnceOneIsTheFirst_forAllAndForEver() {
    FirstTopics topics = new CassandraFirstTopics(session, context.context());
    List<CompletableFuture<TopicIdentity>> claims =
        IntStream.range(0, 8)
            .mapToObj(i -> topics.claim("orders", new TopicIdentity("here", "topic " + i)))
            .map(stage -> stage.toCompletableFuture())
            .toList();
    TopicIdentity first = context.await(claims.get(0));
    claims.forEach(claim -> assertThat(context.await(claim)).isEqualTo(first));
    TopicIdentity later = new TopicIdentity("there", "");
    assertThat(context.await(topics.claim("orders", later))).isEqualTo(first);
    assertThat(context.await(topics.claim("clicks", later))).isEqualTo(later);
  }
}
