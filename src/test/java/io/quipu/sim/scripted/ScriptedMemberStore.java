package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedMemberStore;
import io.quipu.store.MemberStore;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Settled ids as simulated, kept until a test has them expire, with scripted answers. */
public final class ScriptedMemberStore implements MemberStore {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    REMEMBER
  }

  private record Expired(CounterName counter, Member member) {}

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final MemberStore store = new SimulatedMemberStore(cluster.driver());
  private final Map<CounterName, Set<String>> ids = new HashMap<>();
  private final Set<Expired> expired = new HashSet<>();

  /** Every member of a counter, of all epochs. */
  public List<Member> stored(CounterName counter) {
    return found(counter, ids.getOrDefault(counter, Set.of()));
  }

  private List<Member> found(CounterName counter, Collection<String> asked) {
    List<Member> found = new ArrayList<>();
    cluster.await(store.find(counter, asked, found::add));
    found.removeIf(member -> expired.contains(new Expired(counter, member)));
    return found;
  }

  /** Remembers as another settler would. */
  public void put(CounterName counter, List<Member> more) {
    cluster.write(store.remember(counter, more));
    more.forEach(
        member -> {
          ids.computeIfAbsent(counter, any -> new LinkedHashSet<>()).add(member.id());
          expired.remove(new Expired(counter, member));
        });
  }

  /** Has members expire. */
  public void forget(CounterName counter, Predicate<Member> which) {
    stored(counter).stream()
        .filter(which)
        .forEach(member -> expired.add(new Expired(counter, member)));
  }

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> asked, Consumer<Member> sink) {
    List<String> sent = List.copyOf(asked);
    return script
        .read(Call.FIND, () -> found(counter, sent))
        .thenAccept(found -> found.forEach(sink));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> more) {
    List<Member> sent = List.copyOf(more);
    return script.write(Call.REMEMBER, () -> put(counter, sent));
  }
}
