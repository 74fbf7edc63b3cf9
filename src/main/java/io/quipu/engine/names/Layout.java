package io.quipu.engine.names;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a keyspace. They are chosen when the keyspace is created, stored in it, and the
 * same for every process for ever. The layout determines the pages of a counter, and the partitions
 * of events and ids.
 *
 * @param pages the number of pages, a power of two up to {@value #MOST_PAGES}
 * @param parts the number of parts, a power of two and at most {@code pages}; page p lies in part
 *     {@code p mod parts}
 * @param seed the secret of the hash, so that callers cannot choose names that share a page
 * @param collectionWait the wait before rows or ids that no new read needs are deleted; a read that
 *     takes longer than half of this wait fails
 */
public record Layout(int pages, int parts, long seed, Duration collectionWait) {
  /** The maximum number of pages. */
  public static final int MOST_PAGES = 4_096;

  /** The default of {@code collectionWait}. */
  public static final Duration USUAL_WAIT = Duration.ofSeconds(60);

  /** The number of partitions for the ids of one page and period. */
  public static final int ID_PARTS = 4;

  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long FNV_BASIS = 0xcbf29ce484222325L;

  public Layout {
    boolean powers = Integer.bitCount(pages) == 1 && Integer.bitCount(parts) == 1;
    if (!powers || pages < 1 || pages > MOST_PAGES || parts < 1 || parts > pages) {
      throw new IllegalArgumentException(pages + " pages in " + parts + " parts");
    }
    if (collectionWait.isNegative() || collectionWait.isZero()) {
      throw new IllegalArgumentException("no wait before rows are deleted: " + collectionWait);
    }
  }

  /** The pages of a counter, each once: as many as shards, but at most all pages. */
  public List<Integer> pagesOf(CounterName counter, int shards) {
    int first = page(counter);
    int some = Math.min(shards, pages);
    if (some == 1) {
      return List.of(first);
    }
    List<Integer> all = new ArrayList<>(some);
    for (int shard = 0; shard < some; shard++) {
      all.add(page(first, shard));
    }
    return all;
  }

  /** The first page of a counter; the only page if the counter has one shard. */
  public int page(CounterName counter) {
    long hash = text(seed ^ FNV_BASIS, counter.namespace());
    return page(mixed(text(hash * FNV_PRIME, counter.name())));
  }

  /**
   * The page of one shard of a counter. The shards lie on consecutive pages. So two shards have one
   * page only if there are fewer pages than shards, and one part only if there are fewer parts.
   *
   * @param first the first page of the counter
   * @param shard any number, such as a turn or a hash
   */
  public int page(int first, int shard) {
    return (first + shard) & (pages - 1);
  }

  /** The shard of an id. Never changes, because only the page of this shard remembers the id. */
  public int shardOf(String id, int shards) {
    return shards == 1 ? 0 : (int) Long.remainderUnsigned(mixed(text(seed, id)), shards);
  }

  /** The part of a page. */
  public int part(int page) {
    return page & (parts - 1);
  }

  /**
   * The lane of a counter: the number of the instance that records, or that reads, the counter. All
   * counters with the same first page have the same lane, so one read can serve several. If the
   * number of lanes divides the number of parts, two lanes of a process write to the same event
   * partition only for counters with several shards.
   */
  public int lane(CounterName counter, int lanes) {
    return page(counter) % lanes;
  }

  /** The pages of a part. */
  public List<Integer> pagesOf(int part) {
    List<Integer> all = new ArrayList<>(pages / parts);
    for (int page = part; page < pages; page += parts) {
      all.add(page);
    }
    return all;
  }

  /** The id part: the index of an id's partition among {@value #ID_PARTS} of a page and period. */
  public int idPart(String id) {
    return (int) (mixed(text(~seed, id)) >>> 62);
  }

  private int page(long hash) {
    return pages == 1 ? 0 : (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(pages)));
  }

  /** Hashes UTF-16 units with FNV-1a. That is enough: texts are short, and the seed is secret. */
  private static long text(long basis, String text) {
    long hash = basis;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Applies the finalizer of Murmur3, because the high bits choose the page and the id part. */
  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
