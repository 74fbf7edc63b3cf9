package io.quipu.cassandra.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.KeyStoreContract;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraKeyStoreIT extends KeyStoreContract {
  private final StoreSession stores;

  CassandraKeyStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected KeyStore keys() {
    return new CassandraKeyStore(stores.session, stores.context.context());
  }

  /** As an upgrade finds it, and a version of before while both run. */
  @Test
  void aKeyOfAnEarlierVersionIsRead_andItsUseNoted() {
    stores.cql.execute(
        "INSERT INTO "
            + stores.keyspace
            + ".api_key (part, id, hash, scopes, prefix, only_one, origins, rate, created)"
            + " VALUES (0, 'earlier', 'ab', {'read:votes'}, '', false, {'https://a.example'}, 0,"
            + " 1800000000000) IF NOT EXISTS");
    KeyStore keys = keys();
    StoredKey found = await(keys.find("earlier")).orElseThrow();
    assertThat(found.draft().name()).isEmpty();
    assertThat(found.draft().createdBy()).isEmpty();
    assertThat(found.lastUsed()).isNull();
    assertThat(found.grant().scopes()).containsExactly(new Scope(Right.READ, "votes"));
    EventTime hour = EventTime.ofEpochSecond(1_800_003_600);
    assertThat(await(keys.used(found, hour))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(keys.list("earlie", 1)))
        .first()
        .extracting(StoredKey::lastUsed)
        .isEqualTo(hour);
    assertThat(await(keys.delete("earlier"))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(keys.find("earlier"))).isEmpty();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
