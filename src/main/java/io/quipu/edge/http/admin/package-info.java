/** Requests of administrators: namespaces, keys, resets, recounts, levels of logs. */
@NullMarked
package io.quipu.edge.http.admin;

import org.jspecify.annotations.NullMarked;
