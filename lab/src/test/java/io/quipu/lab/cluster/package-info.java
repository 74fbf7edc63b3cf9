/** Three Cassandra nodes and three instances, under load, while everything fails in turn. */
@NullMarked
package io.quipu.lab.cluster;

import org.jspecify.annotations.NullMarked;
