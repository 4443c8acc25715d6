// Runs in every page before its scripts and collects performance entries. A separate script, because helpers that a
// compiler adds do not exist in the browser.
{
  const seen = { lcp: 0, cls: 0, inp: 0, shifted: [] }
  window.seenVitals = seen
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    })
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    seen.cls += entry.value
    for (const { node } of entry.sources) seen.shifted.push(node?.parentElement?.outerHTML.slice(0, 200))
  })
  watch(
    'event',
    (entry) => {
      if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration)
    },
    { durationThreshold: 16 },
  )
}
