package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces as simulated, with scripted answers. */
public final class ScriptedNamespaceStore implements NamespaceStore {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    CREATED,
    CREATE,
    REPLACE,
    REVIVE,
    ENTER,
    REMOVE,
    BEGIN,
    DELETIONS,
    DONE,
    END,
    NOTE,
    PURGES,
    FORGET,
    PURGING,
    PURGED,
    UNPURGED,
    LIST,
    COUNT
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final NamespaceStore store = new SimulatedNamespaceStore(cluster.driver());
  private int written;
  private Runnable beforeReplacement = () -> {};
  private Runnable afterReplacement = () -> {};

  /** What is stored of a namespace. */
  public Optional<Namespace> stored(String name) {
    return cluster.await(store.find(name));
  }

  /** How many conditional writes took effect. */
  public int written() {
    return written;
  }

  /** Creates as another instance would. */
  public void created(Namespace namespace) {
    cluster.isApplied(store.create(namespace));
  }

  /** What somebody else does between the next replacement and the read before it. */
  public void beforeNextReplacement(Runnable other) {
    beforeReplacement = other;
  }

  /** What somebody else does between the next replacement and its answer. */
  public void afterNextReplacement(Runnable other) {
    afterReplacement = other;
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return script.read(Call.FIND, () -> stored(name));
  }

  @Override
  public CompletionStage<Optional<Namespace>> findDecided(String name) {
    return script.read(Call.FIND, () -> stored(name));
  }

  @Override
  public CompletionStage<Optional<Instant>> created(String name) {
    return script.read(Call.CREATED, () -> cluster.await(store.created(name)));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return script.conditional(Call.CREATE, () -> counted(store.create(namespace)));
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace expected, Namespace next) {
    Runnable before = beforeReplacement;
    Runnable after = afterReplacement;
    beforeReplacement = () -> {};
    afterReplacement = () -> {};
    before.run();
    CompletionStage<CasOutcome> outcome =
        script.conditional(Call.REPLACE, () -> counted(store.replace(expected, next)));
    after.run();
    return outcome;
  }

  @Override
  public CompletionStage<CasOutcome> revive(Namespace gone, Namespace next) {
    return script.conditional(Call.REVIVE, () -> counted(store.revive(gone, next)));
  }

  @Override
  public CompletionStage<WriteOutcome> enter(Namespace namespace) {
    return script.write(Call.ENTER, () -> cluster.write(store.enter(namespace)));
  }

  @Override
  public CompletionStage<WriteOutcome> remove(Namespace namespace) {
    return script.write(Call.REMOVE, () -> cluster.write(store.remove(namespace)));
  }

  @Override
  public CompletionStage<WriteOutcome> begin(NamespaceLife life) {
    return script.write(Call.BEGIN, () -> cluster.write(store.begin(life)));
  }

  @Override
  public CompletionStage<List<Deletion>> deletions() {
    return script.read(Call.DELETIONS, () -> cluster.await(store.deletions()));
  }

  @Override
  public CompletionStage<WriteOutcome> done(NamespaceLife life, int unit) {
    return script.write(Call.DONE, () -> cluster.write(store.done(life, unit)));
  }

  @Override
  public CompletionStage<WriteOutcome> end(NamespaceLife life) {
    return script.write(Call.END, () -> cluster.write(store.end(life)));
  }

  @Override
  public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
    return script.conditional(Call.NOTE, () -> counted(store.note(life, purge)));
  }

  @Override
  public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
    return script.read(Call.PURGES, () -> cluster.await(store.purges(life, after)));
  }

  @Override
  public CompletionStage<WriteOutcome> forgetPurges(NamespaceLife life) {
    return script.write(Call.FORGET, () -> cluster.write(store.forgetPurges(life)));
  }

  @Override
  public CompletionStage<WriteOutcome> begin(PurgedCounter counter) {
    return script.write(Call.PURGING, () -> cluster.write(store.begin(counter)));
  }

  @Override
  public CompletionStage<List<PurgedCounter>> purged(int limit) {
    return script.read(Call.PURGED, () -> cluster.await(store.purged(limit)));
  }

  @Override
  public CompletionStage<WriteOutcome> end(CounterName counter) {
    return script.write(Call.UNPURGED, () -> cluster.write(store.end(counter)));
  }

  @Override
  public CompletionStage<List<Listed>> list(String after, int limit) {
    return script.read(Call.LIST, () -> cluster.await(store.list(after, limit)));
  }

  @Override
  public CompletionStage<Long> count() {
    return script.read(Call.COUNT, () -> cluster.await(store.count()));
  }

  private boolean counted(CompletionStage<CasOutcome> attempt) {
    boolean applied = cluster.isApplied(attempt);
    written += applied ? 1 : 0;
    return applied;
  }
}
