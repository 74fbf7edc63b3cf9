package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A key is created once, found as it is, and gone once deleted. */
public abstract class KeyStoreContract {
  private static final EventTime CREATED = EventTime.ofEpochSecond(1_800_000_000);

  private KeyStore store;

  /** The store to be tested. */
  protected abstract KeyStore keys();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = keys();
  }

  private static StoredKey key(String id, Grant grant) {
    return new StoredKey(new Credential(id, "ab".repeat(32)), grant, CREATED);
  }

  private static Grant grant(List<String> origins) {
    return new Grant(
        List.of(new Scope(Right.READ, "votes"), new Scope(Right.RECORD, "*")),
        "page/ü",
        true,
        origins,
        100,
        CREATED.plusTicks(10_000));
  }

  @Test
  void aKeyIsFoundAsItWasCreated_andOnlyOnce() {
    StoredKey full = key("full", grant(List.of("https://a.example", "https://b.example")));
    StoredKey plain = key("plain", Grant.EVERYTHING);
    assertThat(await(store.create(full))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.create(plain))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.create(key("full", Grant.EVERYTHING)))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.find("full"))).contains(full);
    StoredKey found = await(store.find("plain")).orElseThrow();
    assertThat(found.grant().scopes()).containsExactlyInAnyOrderElementsOf(Scope.EVERYTHING);
    assertThat(found.grant().expires()).isNull();
    assertThat(await(store.find("nobody"))).isEmpty();
  }

  @Test
  void aDeletedKeyIsGone() {
    await(store.create(key("gone", Grant.EVERYTHING)));
    assertThat(await(store.delete("gone"))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.delete("gone"))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.find("gone"))).isEmpty();
  }

  @Test
  void keysAreListedByTheirIds_pageByPage() {
    for (String id : List.of("list3", "list1", "list2")) {
      await(store.create(key(id, Grant.EVERYTHING)));
    }
    assertThat(ids(await(store.list("list", 2)))).containsExactly("list1", "list2");
    assertThat(ids(await(store.list("list2", 1)))).containsExactly("list3");
  }

  private static List<String> ids(List<StoredKey> keys) {
    return keys.stream().map(StoredKey::id).toList();
  }

  @Test
  void theOriginsOfAllKeysAreTold() {
    await(store.create(key("origins", grant(List.of("https://told.example")))));
    List<String> told = new ArrayList<>();
    await(store.origins(told::addAll));
    assertThat(told).contains("https://told.example");
  }
}
