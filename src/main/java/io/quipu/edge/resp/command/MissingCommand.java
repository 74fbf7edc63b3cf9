package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands of Redis that Quipu does not have, each with its reason. {@code docs/redis.md} lists
 * the same commands.
 */
public enum MissingCommand {
  FRACTIONS(
      "counts are whole numbers. Use INCRBY or HINCRBY, and count the smallest unit: cents, ms",
      "INCRBYFLOAT HINCRBYFLOAT"),
  VALUES(
      "a count is the sum of its events and cannot be set, except with SET key number [NX] while it"
          + " has none. Use INCRBY, or DEL and then SET",
      "APPEND GETSET MSET MSETEX MSETNX SETRANGE SETBIT BITFIELD BITOP"),
  READ_AND_RESET(
      "no command reads a count and resets it, because others may count in between. Use GET, and"
          + " then DEL",
      "GETDEL HGETDEL DELEX"),
  SET_FIELDS(
      "fields are counts of events and cannot be set. Use HINCRBY", "HSET HSETNX HMSET HSETEX"),
  EXPIRY(
      "keys do not expire, and are not evicted. Count in a namespace of kind linear with a period"
          + " (hour, day, month), or read windows of a namespace of kind event over HTTP",
      "EXPIRE EXPIREAT EXPIRETIME GETEX PEXPIRE PEXPIREAT PEXPIRETIME PERSIST PSETEX SETEX TOUCH"
          + " HEXPIRE HEXPIREAT HEXPIRETIME HGETEX HPERSIST HPEXPIRE HPEXPIREAT HPEXPIRETIME HPTTL"
          + " HTTL"),
  NAMES(
      "a counter keeps its name and its namespace. Use quipu export and import",
      "COPY DUMP MIGRATE MOVE RENAME RENAMENX RESTORE RESTORE-ASKING SWAPDB"),
  LISTS_OF_ALL(
      "names are answered in order and page by page, because there may be too many for one reply."
          + " Use SCAN or HSCAN, or lists and tops over HTTP",
      "KEYS DBSIZE RANDOMKEY HRANDFIELD"),
  DELETIONS(
      "whole namespaces are deleted over HTTP: DELETE /v1/namespaces/{namespace}",
      "FLUSHALL FLUSHDB"),
  SKETCHES(
      "sketches are merged by Quipu only. Use PFADD and PFCOUNT", "PFMERGE PFDEBUG PFSELFTEST"),
  TYPES(
      "keys hold counts, fields with counts, and sketches of different values; there are no other"
          + " types",
      "BLMOVE BF. BITCOUNT BITFIELD_RO BITPOS BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP"
          + " BZPOPMAX BZPOPMIN CF. CMS. DIGEST FT. GEOADD GEODIST GEOHASH GEOPOS GEORADIUS"
          + " GEORADIUSBYMEMBER GEORADIUSBYMEMBER_RO GEORADIUS_RO GEOSEARCH GEOSEARCHSTORE"
          + " GETBIT GETRANGE JSON. LCS LINDEX LINSERT LLEN LMOVE LMPOP LPOP LPOS LPUSH LPUSHX"
          + " LRANGE LREM LSET LTRIM RPOP RPOPLPUSH RPUSH RPUSHX SADD SCARD SDIFF SDIFFSTORE"
          + " SINTER SINTERCARD SINTERSTORE SISMEMBER SMEMBERS SMISMEMBER SMOVE SORT SORT_RO"
          + " SPOP SRANDMEMBER SREM SSCAN SUBSTR SUNION SUNIONSTORE TDIGEST. TOPK. TS. VADD"
          + " VCARD VDIM VEMB VGETATTR VINFO VISMEMBER VLINKS VRANDMEMBER VRANGE VREM VSETATTR"
          + " VSIM XACK XACKDEL XADD XAUTOCLAIM XCFGSET XCLAIM XDEL XDELEX XGROUP XINFO XLEN"
          + " XPENDING XRANGE XREAD XREADGROUP XREVRANGE XSETID XTRIM ZADD ZCARD ZCOUNT ZDIFF"
          + " ZDIFFSTORE ZINCRBY ZINTER ZINTERCARD ZINTERSTORE ZLEXCOUNT ZMPOP ZMSCORE ZPOPMAX"
          + " ZPOPMIN ZRANDMEMBER ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANGESTORE ZRANK ZREM"
          + " ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE ZREVRANGEBYLEX"
          + " ZREVRANGEBYSCORE ZREVRANK ZSCAN ZSCORE ZUNION ZUNIONSTORE"),
  TRANSACTIONS(
      "there are no transactions and no scripts, because a count cannot be taken back. Use"
          + " QUIPU.ADD with an id, or min and max of kind linear",
      "WATCH UNWATCH EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO FUNCTION SCRIPT"),
  SUBSCRIPTIONS(
      "counts are followed by WebSocket or Server-Sent Events: /v1/live",
      "PSUBSCRIBE PUBLISH PUBSUB PUNSUBSCRIBE SPUBLISH SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE"
          + " UNSUBSCRIBE"),
  OTHER_CONNECTIONS(
      "a connection has no say about others, and nothing is cached or blocked",
      "CLIENT|KILL CLIENT|PAUSE CLIENT|UNPAUSE CLIENT|UNBLOCK CLIENT|CACHING CLIENT|TRACKING"
          + " CLIENT|TRACKINGINFO"),
  SERVER(
      "there is no administration over Redis: Quipu is configured by environment variables, and"
          + " watched by /metrics and /readyz",
      "ACL ASKING BGREWRITEAOF BGSAVE CLUSTER CONFIG DEBUG FAILOVER LASTSAVE LATENCY LOLWUT MEMORY"
          + " MODULE MONITOR OBJECT PSYNC READONLY READWRITE REPLCONF REPLICAOF ROLE SAVE SHUTDOWN"
          + " SLAVEOF SLOWLOG SYNC TIME WAIT WAITAOF");

  private static final Map<String, MissingCommand> BY_NAME = new HashMap<>();

  static {
    for (MissingCommand missing : values()) {
      for (String name : missing.names()) {
        BY_NAME.put(name, missing);
      }
    }
  }

  private final String reason;
  private final String names;

  /**
   * @param names the commands, in capitals, with spaces between; a subcommand is after {@code |},
   *     and a name that ends with a dot stands for all commands of a module
   */
  MissingCommand(String reason, String names) {
    this.reason = reason;
    this.names = names;
  }

  /** The reason why there is no such command; null if Redis has none, either. */
  public static @Nullable MissingCommand of(String name) {
    MissingCommand missing = BY_NAME.get(name);
    return missing == null ? BY_NAME.get(name.substring(0, name.indexOf('.') + 1)) : missing;
  }

  /** The reply to one of the commands. */
  public Reply.Failure reply(String name) {
    return Reply.failure(reason + ". There is no " + name.replace('|', ' ') + ": nothing was done");
  }

  String reason() {
    return reason;
  }

  public List<String> names() {
    return List.of(names.split(" "));
  }
}
