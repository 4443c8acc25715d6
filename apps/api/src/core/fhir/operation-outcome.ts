import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4'

const CODES: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  414: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
  507: 'no-store',
}

export const operationOutcome = (status: number, diagnostics: string): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [
    { severity: 'error', code: CODES[status] ?? (status < 500 ? 'invalid' : 'exception'), diagnostics },
  ],
})
