export const readMetricsPage = (page: string) => {
  const samples = page
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      return { name, labels, value: Number(value) }
    })
  return {
    samples,
    names: new Set(samples.map(({ name }) => name)),
    /** Undefined unless a sample has this name and all of these labels. */
    valueOf(name: string, ...labels: string[]): number | undefined {
      const found = samples.filter(
        (sample) => sample.name === name && labels.every((label) => sample.labels.includes(label)),
      )
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}
