package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Settled ids in memory, kept until a test has them expire. */
public final class MemoryMemberStore implements MemberStore {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    REMEMBER
  }

  private record Key(String id, long epoch, UUID at) {}

  public final Script<Call> script = new Script<>();
  private final Map<CounterName, Map<Key, Member>> members = new HashMap<>();

  /** Every member of a counter, of all epochs. */
  public List<Member> stored(CounterName counter) {
    return List.copyOf(members.getOrDefault(counter, Map.of()).values());
  }

  /** Remembers as another settler would. */
  public void put(CounterName counter, List<Member> more) {
    Map<Key, Member> here = members.computeIfAbsent(counter, any -> new LinkedHashMap<>());
    more.forEach(member -> here.put(new Key(member.id(), member.epoch(), member.at()), member));
  }

  /** Has members expire. */
  public void forget(CounterName counter, Predicate<Member> expired) {
    members.getOrDefault(counter, new HashMap<>()).values().removeIf(expired);
  }

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> ids, Consumer<Member> sink) {
    Set<String> asked = new HashSet<>(ids);
    return script
        .read(
            Call.FIND,
            () -> stored(counter).stream().filter(member -> asked.contains(member.id())).toList())
        .thenAccept(found -> found.forEach(sink));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> more) {
    List<Member> sent = List.copyOf(more);
    return script.write(Call.REMEMBER, () -> put(counter, sent));
  }
}
