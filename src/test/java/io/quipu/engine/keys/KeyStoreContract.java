package io.quipu.engine.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A key is created once, found as it is, and gone once deleted. */
public abstract class KeyStoreContract {
  private static final EventTime CREATED = EventTime.ofEpochSecond(1_800_000_000);

  private static final EventTime HOUR = EventTime.ofEpochSecond(1_800_003_600);
  private static final EventTime LATER = EventTime.ofEpochSecond(1_800_007_200);

  private KeyStore store;

  /** The store to be tested. */
  protected abstract KeyStore keys();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = keys();
  }

  private static StoredKey key(String id, Grant grant) {
    KeyDraft draft = new KeyDraft("Büro \u2013 " + id, grant, "first");
    return new StoredKey(new Credential(id, "ab".repeat(32)), draft, CREATED, null);
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
  void theOutlinesOfAllKeysAreTold() {
    StoredKey ending = key("outlines", grant(List.of("https://told.example")));
    await(store.create(ending));
    await(store.create(key("outlines2", Grant.EVERYTHING)));
    List<KeyStore.Outline> told = new ArrayList<>();
    await(store.outlines(told::add));
    assertThat(told)
        .contains(
            new KeyStore.Outline(List.of("https://told.example"), ending.grant().expires()),
            new KeyStore.Outline(List.of(), null));
  }

  /** Two instances may note the same hour, and one of them late. */
  @Test
  void theLastUseNeverGoesBack() {
    StoredKey unused = key("used", Grant.EVERYTHING);
    await(store.create(unused));
    assertThat(await(store.used(unused, HOUR))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.used(unused, HOUR))).isEqualTo(CasOutcome.REFUSED);
    StoredKey used = await(store.find("used")).orElseThrow();
    assertThat(used.lastUsed()).isEqualTo(HOUR);
    assertThat(await(store.used(used, LATER))).isEqualTo(CasOutcome.APPLIED);
    assertThat(await(store.used(used, HOUR))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.list("use", 1)))
        .first()
        .extracting(StoredKey::lastUsed)
        .isEqualTo(LATER);
  }

  @Test
  void aUseBringsNoDeletedKeyBack() {
    StoredKey gone = key("usedgone", Grant.EVERYTHING);
    await(store.create(gone));
    await(store.delete("usedgone"));
    assertThat(await(store.used(gone, HOUR))).isEqualTo(CasOutcome.REFUSED);
    assertThat(await(store.find("usedgone"))).isEmpty();
    assertThat(ids(await(store.list("usedgon", 1)))).doesNotContain("usedgone");
  }
}
