export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
export const PDF_BASE64 = PDF.toString('base64')
export const PATIENT = 'PID|1||4711^^^LIS^MR||Haddad^Salma^Noor||19900501|F'

/** After the times of the tests' messages. */
export const PRESENT = { now: new Date('2027-01-01T00:00:00Z'), timeZone: 'Asia/Dubai' }

let lastControlId = 0
export const nextControlId = (): string => `MSG${(lastControlId += 1)}`

export interface MshOptions {
  controlId?: string
  type?: string
  version?: string
  processing?: string
  charset?: string
  application?: string
}

export const msh = (options: MshOptions = {}): string => {
  const { type = 'ORU^R01^ORU_R01', version = '2.5.1', processing = 'P', charset = '' } = options
  const { controlId = nextControlId(), application = 'LIS' } = options
  return `MSH|^~\\&|${application}|LAB|ZELAB|CLINIC|20261123||${type}|${controlId}|${processing}|${version}||||||${charset}`
}

export const obr = (order = '100', status = 'F', service = 'CBC^Complete blood count') =>
  `OBR|1|P${order}|F${order}|${service}${'|'.repeat(21)}${status}`

export const obx = (value = `^application^PDF^Base64^${PDF_BASE64}`, status = 'F', type = 'ED') =>
  `OBX|1|${type}|PDF^Report||${value}||||||${status}`

export const segments = (...lines: string[]): string => `${lines.join('\r')}\r`

export const resultMessage = (options: MshOptions & { patient?: string; pdf?: Buffer } = {}): string =>
  segments(
    msh(options),
    options.patient ?? PATIENT,
    obr(),
    obx(`^application^PDF^Base64^${(options.pdf ?? PDF).toString('base64')}`),
  )

export const readAnswer = (answer: Buffer | string) => {
  const lines = answer.toString().split('\r')
  const fields = (name: string) => lines.find((line) => line.startsWith(name))?.split('|') ?? []
  const [, code, controlId, text] = fields('MSA')
  return { code, controlId, text, msh: fields('MSH'), err: fields('ERR') }
}
