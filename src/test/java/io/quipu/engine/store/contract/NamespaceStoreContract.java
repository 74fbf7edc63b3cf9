package io.quipu.engine.store.contract;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A namespace is created once, and replaced where it is as was expected. */
public abstract class NamespaceStoreContract extends StoreContract {
  private NamespaceStore store;

  /** The store to be tested. */
  protected abstract NamespaceStore namespaces();

  @BeforeEach
  void openStore() {
    store = namespaces();
  }

  @Test
  void anUnknownNamespaceIsNotFound() {
    assertThat(await(store.find("nowhere"))).isEmpty();
  }

  @Test
  void aNamespaceIsCreatedOnce_asItIs() {
    Namespace votes =
        namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 64, Set.of(Granularity.HOUR));

    isApplied(store.create(votes));
    isRefused(store.create(Namespace.of("votes", "linear")));

    assertThat(await(store.find("votes"))).contains(votes);
  }

  @Test
  void whenANamespaceWasCreated_staysAsItIs() {
    assertThat(await(store.created("ages"))).isEmpty();
    Namespace ages = Namespace.of("ages", "event");
    await(store.create(ages));
    Optional<Instant> created = await(store.created("ages"));
    assertThat(created).isPresent();
    await(store.replace(ages, settings("ages", "7d", "0s", 2, Granularity.DAY)));
    assertThat(await(store.created("ages"))).isEqualTo(created);
  }

  @Test
  void replacingNeedsTheNamespaceAsItIs() {
    Namespace orders = Namespace.of("orders", "event");
    Namespace changed = settings("orders", "7d", "0s", 2, Granularity.DAY, Granularity.MINUTE);

    isRefused(store.replace(orders, changed));
    assertThat(await(store.find("orders"))).isEmpty();

    await(store.create(orders));
    isApplied(store.replace(orders, changed));
    isRefused(store.replace(orders, changed));
    assertThat(await(store.find("orders"))).contains(changed);
  }

  @Test
  void replacingComparesEverySetting() {
    Namespace held = settings("held", "7d", "1d", 2, Granularity.DAY);
    Namespace next = settings("held", "1d", "0s", 1, Granularity.HOUR);
    await(store.create(held));

    for (Namespace other :
        List.of(
            settings("held", "8d", "1d", 2, Granularity.DAY),
            settings("held", "7d", "2d", 2, Granularity.DAY),
            settings("held", "7d", "1d", 3, Granularity.DAY),
            settings("held", "7d", "1d", 2, Granularity.DAY, Granularity.HOUR),
            settings("held", "7d", "1d", 2))) {
      isRefused(store.replace(other, next));
    }
    assertThat(await(store.find("held"))).contains(held);
    isApplied(store.replace(held, next));
  }

  @Test
  void settingsOfSomeKindsAreKept_andComparedLikeAnyOther() {
    Namespace plain = kindly(Map.of());
    Namespace bounded = kindly(Map.of("min", "-5", "hierarchy", "/"));
    Namespace wider = kindly(Map.of("min", "-6", "hierarchy", "/"));

    await(store.create(bounded));
    assertThat(await(store.find("kindly"))).contains(bounded);
    isRefused(store.replace(plain, wider));
    isRefused(store.replace(wider, plain));
    isApplied(store.replace(bounded, wider));
    isApplied(store.replace(wider, plain));
    isApplied(store.replace(plain, bounded));
    assertThat(await(store.find("kindly"))).contains(bounded);
  }

  private static Namespace kindly(Map<String, String> settings) {
    return new Namespace(
        "kindly", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, Set.of(Granularity.DAY), settings);
  }

  @Test
  void replacingIsByTheSameNameAndKind() {
    Namespace event = Namespace.of("same", "event");
    for (Namespace other :
        List.of(TallyKind.UNIQUE.defaults("same"), Namespace.of("other", "event"))) {
      assertThatIllegalArgumentException().isThrownBy(() -> store.replace(event, other));
    }
  }

  @Test
  void aNamespaceWithoutWindowsIsPossible_andReplacedAsAnyOther() {
    Namespace bare = settings("bare", "24h", "1d", 1);
    Namespace windowed = settings("bare", "24h", "1d", 1, Granularity.DAY);

    await(store.create(bare));
    assertThat(await(store.find("bare"))).contains(bare);
    isRefused(store.replace(windowed, bare));
    isApplied(store.replace(bare, windowed));
    isApplied(store.replace(windowed, bare));
    assertThat(await(store.find("bare"))).contains(bare);
  }

  @Test
  void ofManyThatReplaceTheSame_atMostOneDoes() {
    Namespace before = settings("contested", "24h", "1d", 1);
    await(store.create(before));
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int days = 1; days <= 4; days++) {
      racing.add(store.replace(before, settings("contested", "24h", days + "d", 2)));
    }
    int applied = onlyApplied(racing);
    if (applied > 0) {
      assertThat(await(store.find("contested")))
          .contains(settings("contested", "24h", applied + "d", 2));
    }
  }

  private static Namespace settings(
      String name, String deduplicate, String retain, int shards, Granularity... windows) {
    return namespace(
        name, "event", new TimeSpan(deduplicate), new TimeSpan(retain), shards, Set.of(windows));
  }

  @Test
  void ofManyThatCreateAtOnce_exactlyOneDoes() {
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int shards = 1; shards <= 4; shards++) {
      racing.add(store.create(raced(shards)));
    }
    int applied = onlyApplied(racing);
    Namespace winner = await(store.find("raced")).orElseThrow();
    if (applied > 0) {
      assertThat(winner).isEqualTo(raced(applied));
    }
  }

  @Test
  void whatWasEnteredIsListedOnce_inOrder_pageByPage() {
    List<Listed> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(new Listed("n%02d".formatted(i), i % 2 == 0 ? "event" : "unique"));
    }
    List<Listed> mixed = new ArrayList<>(all);
    Collections.shuffle(mixed, new Random(7));
    for (Listed one : mixed) {
      isWritten(store.enter(Namespace.of(one.name(), one.kind())));
    }
    await(store.enter(Namespace.of("n03", "unique")));

    List<Listed> read = new ArrayList<>();
    List<Listed> page = await(store.list("mzz", 7));
    while (!page.isEmpty() && read.size() < 100) {
      assertThat(page).hasSizeLessThanOrEqualTo(7);
      read.addAll(page);
      page = await(store.list(page.get(page.size() - 1).name(), 7));
    }

    assertThat(read.subList(0, 100)).isEqualTo(all);
    assertThat(await(store.list("n98", 1))).containsExactly(all.get(99));
  }

  @Test
  void countsWhatWasEntered_eachOnce() {
    long before = await(store.count());
    await(store.enter(Namespace.of("counted-a", "event")));
    await(store.enter(Namespace.of("counted-b", "event")));
    await(store.enter(Namespace.of("counted-a", "event")));
    assertThat(await(store.count())).isEqualTo(before + 2);
  }

  @Test
  void whatWasRemovedIsNotListed_untilItsNextLifeIsEntered() {
    Namespace first = Namespace.of("reborn", "event");
    Namespace second = Namespace.of("reborn", "unique").after(first);
    isWritten(store.enter(first));
    isWritten(store.remove(first));
    isWritten(store.enter(first));
    assertThat(listed("reborn")).isEmpty();

    isWritten(store.enter(second));
    isWritten(store.remove(first));
    assertThat(listed("reborn")).contains(Listed.of(second));

    isWritten(store.remove(second));
    isWritten(store.enter(second));
    assertThat(listed("reborn")).isEmpty();
  }

  private Optional<Listed> listed(String name) {
    return await(store.list("", 1_000)).stream().filter(one -> one.name().equals(name)).findAny();
  }

  @Test
  void aNamespaceThatIsGone_isFollowedByOneLife_ofAnyKind() {
    Namespace first = Namespace.of("revived", "event");
    Namespace deleted = first.deleted(EventTime.ofEpochSecond(1_800_000_000));
    Namespace gone = deleted.gone();
    Namespace next = Namespace.of("revived", "unique").after(gone);
    assertThatIllegalArgumentException().isThrownBy(() -> store.revive(deleted, next));
    await(store.create(first));
    isApplied(store.replace(first, deleted));
    isRefused(store.revive(gone, next));
    isApplied(store.replace(deleted, gone));
    isApplied(store.revive(gone, next));
    isRefused(store.revive(gone, Namespace.of("revived", "linear").after(gone)));

    assertThat(await(store.find("revived"))).contains(next);
    assertThat(next.life()).isEqualTo(1);
    assertThat(next.stored()).isEqualTo("revived+1");
  }

  @Test
  void aDeletionIsFoundWithWhatIsDone_untilItEnds_forGood() {
    NamespaceLife first = new NamespaceLife("erased", 0);
    NamespaceLife second = new NamespaceLife("erased", 1);
    isWritten(store.begin(first));
    isWritten(store.begin(second));
    isWritten(store.done(first, 3));
    isWritten(store.done(first, 0));
    assertThat(deletions())
        .containsExactly(new Deletion(first, Set.of(0, 3)), new Deletion(second, Set.of()));

    isWritten(store.end(first));
    isWritten(store.begin(first));
    isWritten(store.done(first, 1));
    assertThat(deletions()).containsExactly(new Deletion(second, Set.of()));
  }

  @Test
  void thePurgesOfALife_areNumberedOnce_andRead_afterANumber() {
    NamespaceLife life = new NamespaceLife("numbered", 0);
    Purge first = new Purge(1, NameDigest.of("a"), 1);
    Purge second = new Purge(2, NameDigest.of("a"), 2);
    isApplied(store.note(life, first));
    isRefused(store.note(life, new Purge(1, NameDigest.of("b"), 1)));
    isApplied(store.note(life, second));
    assertThat(await(store.purges(life, 0))).containsExactly(first, second);
    assertThat(await(store.purges(life, 1))).containsExactly(second);
    assertThat(await(store.purges(life, 2))).isEmpty();
    assertThat(await(store.purges(new NamespaceLife("numbered", 1), 0))).isEmpty();

    isWritten(store.forgetPurges(life));
    assertThat(await(store.purges(life, 0))).isEmpty();
  }

  @Test
  void aPurgedCounterIsFoundInTheLifeThatEnds_untilItEnds_forGood() {
    CounterName first = new CounterName("purged", "a b");
    PurgedCounter one = new PurgedCounter(first, EventTime.ofEpochSecond(1_800_000_000));
    PurgedCounter next = new PurgedCounter(first.afterPurge(), one.at().plusTicks(1));
    isWritten(store.begin(one));
    isWritten(store.begin(next));
    assertThat(purged()).containsExactly(one, next);
    isWritten(store.end(first));
    isWritten(store.begin(one));
    assertThat(purged()).containsExactly(next);
    assertThat(await(store.purged(1))).hasSize(1);
    isWritten(store.end(next.counter()));
  }

  private List<PurgedCounter> purged() {
    return await(store.purged(1_000)).stream()
        .filter(one -> one.counter().namespace().equals("purged"))
        .toList();
  }

  private List<Deletion> deletions() {
    return await(store.deletions()).stream()
        .filter(one -> one.life().namespace().equals("erased"))
        .toList();
  }

  private static Namespace raced(int shards) {
    return namespace(
        "raced", "event", TimeSpan.FOREVER, TimeSpan.FOREVER, shards, Set.of(Granularity.DAY));
  }
}
