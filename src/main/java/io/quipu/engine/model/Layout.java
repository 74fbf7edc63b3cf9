package io.quipu.engine.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a keyspace: chosen at its creation, stored in it, and the same for every process
 * for ever. The layout determines the page of a counter, and the partitions of its events and ids.
 *
 * @param pages the number of pages, a power of two up to {@value #MOST_PAGES}
 * @param parts the number of event partitions of each bucket, a power of two and not more than
 *     pages; page p lies in part {@code p mod parts}
 * @param seed the secret of the hash, so that nobody can choose names that share a page
 * @param collectionWait the time from the announcement that rows may be deleted until their
 *     deletion
 */
public record Layout(int pages, int parts, long seed, Duration collectionWait) {
  /** Most pages. */
  public static final int MOST_PAGES = 4_096;

  /** The wait of a keyspace that names no other. */
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

  /** The pages of a counter, each once. */
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
   * The page of one shard of a counter. Shards lie on the pages that follow the first, so each
   * shard has its own page and its own part, as long as there are enough.
   *
   * @param first the first page of the counter
   * @param shard any number, such as a turn or a hash
   */
  public int page(int first, int shard) {
    return (first + shard) & (pages - 1);
  }

  /** The shard of an id. It never changes, because only the page of that shard remembers the id. */
  public int shardOf(String id, int shards) {
    return shards == 1 ? 0 : (int) Long.remainderUnsigned(mixed(text(seed, id)), shards);
  }

  /** The part of a page. */
  public int part(int page) {
    return page & (parts - 1);
  }

  /** The pages of a part. */
  public List<Integer> pagesOf(int part) {
    List<Integer> all = new ArrayList<>(pages / parts);
    for (int page = part; page < pages; page += parts) {
      all.add(page);
    }
    return all;
  }

  /** The partition of an id among the {@value #ID_PARTS} partitions of a page and period. */
  public int idPart(String id) {
    return (int) (mixed(text(~seed, id)) >>> 62);
  }

  private int page(long hash) {
    return pages == 1 ? 0 : (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(pages)));
  }

  /** FNV-1a over the UTF-16 units: enough for short names and a secret seed. */
  private static long text(long basis, String text) {
    long hash = basis;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Murmur3's finalizer, so that the high bits are as good as the low ones. */
  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
