package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.model.Namespace;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.contract.NamespaceStoreContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraNamespaceStoreIT extends NamespaceStoreContract {
  private final StoreSession stores;

  CassandraNamespaceStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected NamespaceStore namespaces() {
    return new CassandraNamespaceStore(stores.session, stores.context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.context.await(stage);
  }

  /** As of replicas of which one is asked before it was made, the other has a change of it only. */
  @Test
  void aNamespaceIsUnavailable_whileItsKindIsMissing() {
    stores.cql.execute(
        "UPDATE "
            + stores.keyspace
            + ".namespace SET deduplicate = '1h', retain = '1d', shards = 1"
            + " WHERE namespace = 'torn'");
    assertThatThrownBy(() -> await(namespaces().find("torn"))).isInstanceOf(StoreUnavailable.class);
  }

  /** As an earlier version has left them: created, and in no list. */
  @Test
  void adoptsTheNamespacesOfEarlierVersions_once() {
    NamespaceStore store = namespaces();
    List<Listed> older =
        IntStream.range(0, 1_100)
            .mapToObj(i -> new Listed("older-%04d".formatted(i), "event"))
            .toList();
    older.forEach(one -> await(store.create(Namespace.of(one.name(), one.kind()))));
    await(store.adopt());
    assertThat(await(store.list("older-", 2_000)).subList(0, 1_100)).isEqualTo(older);

    await(store.create(Namespace.of("older-late", "event")));
    await(store.adopt());
    assertThat(await(store.list("older-0", 2_000)))
        .as("adopted once")
        .doesNotContain(new Listed("older-late", "event"));
  }
}
