/** Ways to count with Cassandra and its driver alone, each as good as its idea allows. */
@NullMarked
package io.quipu.lab.strategies.naive;

import org.jspecify.annotations.NullMarked;
