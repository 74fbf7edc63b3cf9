/** Holds the Kubernetes manifests and the container files to their schema and to each other. */
@NullMarked
package io.quipu.testing.k8s;

import org.jspecify.annotations.NullMarked;
