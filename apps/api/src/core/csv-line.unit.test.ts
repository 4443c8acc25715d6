import { describe, expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

const cellOf = (value: string) => csvLine([value]).slice(0, -2)

describe('a cell of a CSV file', () => {
  it('never contains a spreadsheet formula [EXPORT-03]', () => {
    expect(cellOf('=1+1')).toBe("'=1+1")
    expect(cellOf('@SUM(A1)')).toBe("'@SUM(A1)")
    expect(cellOf('-2+3')).toBe("'-2+3")
    expect(cellOf('+cmd|x')).toBe("'+cmd|x")
    expect(cellOf('\t=1')).toBe(`"'\t'=1"`)
    expect(cellOf('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
    // A spreadsheet that separates by semicolons sees several cells here.
    expect(cellOf('Glucose;=1+1;')).toBe(`"Glucose;'=1+1;"`)
    expect(cellOf('Glucose\n=1+1')).toBe(`"Glucose\n'=1+1"`)
  })

  it('keeps phone numbers unchanged but escapes lookalikes [EXPORT-03]', () => {
    expect(cellOf('+971501234567')).toBe('+971501234567')
    expect(cellOf('+971501234567+1')).toBe("'+971501234567+1")
    expect(cellOf('+1*2')).toBe("'+1*2")
    expect(cellOf('+A1')).toBe("'+A1")
    expect(cellOf(`+${'1'.repeat(16)}`)).toBe(`'+${'1'.repeat(16)}`)
  })

  it('keeps separators between quotes', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines', 'plain', '', 7, null])).toBe(
      '"a,b","say ""hi""","two\r\nlines",plain,,7,\r\n',
    )
  })
})
