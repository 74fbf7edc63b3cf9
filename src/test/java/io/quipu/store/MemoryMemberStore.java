package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Settled ids in memory. */
public final class MemoryMemberStore implements MemberStore {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    REMEMBER
  }

  public final Script<Call> script = new Script<>();
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(CounterName counter, Member member) {}

  /** Every member of a counter, of all epochs. */
  public List<Member> stored(CounterName counter) {
    return entries.stream()
        .filter(entry -> entry.counter.equals(counter))
        .map(Entry::member)
        .toList();
  }

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> ids, Consumer<Member> sink) {
    return script
        .read(Call.FIND, () -> stored(counter))
        .thenAccept(all -> all.stream().filter(member -> ids.contains(member.id())).forEach(sink));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> members) {
    List<Member> copy = List.copyOf(members);
    return script.write(
        Call.REMEMBER,
        () -> {
          for (Member member : copy) {
            entries.removeIf(entry -> entry.counter.equals(counter) && isSame(entry, member));
            entries.add(new Entry(counter, member));
          }
        });
  }

  private static boolean isSame(Entry entry, Member member) {
    return entry.member.id().equals(member.id()) && entry.member.epoch() == member.epoch();
  }
}
