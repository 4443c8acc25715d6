/** Two series that differ in lightness as well as in hue, on either background (charts.css has the variables). */
export const SERIES_COLORS = {
  reports: { variable: 'var(--chart-reports)', onPaper: '#0b5d52' },
  patients: { variable: 'var(--chart-patients)', onPaper: '#c98512' },
} as const
export type SeriesName = keyof typeof SERIES_COLORS
