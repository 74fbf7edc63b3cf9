/** What operators see: names of metrics, the dashboard, alerts and their runbook. */
package io.quipu.testing.monitoring;
