package io.quipu.abuse;

import io.quipu.dev.CassandraProcess;
import java.net.InetSocketAddress;

/**
 * What is attacked.
 *
 * @param address where the service listens
 * @param cassandra its Cassandra, which an attack may freeze for a while
 */
record Target(InetSocketAddress address, CassandraProcess cassandra, Scale scale) {}
