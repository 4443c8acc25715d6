import type { IncomingMessage, ServerResponse } from 'node:http'

const page = (content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hospital</title>
<link rel="icon" href="data:,"></head><body><main><h1>Hospital account</h1>${content}</main></body></html>`

const LOGIN_FORM = `<form method="post">
<p><label>Account <input name="account" autocomplete="off" autofocus required></label></p>
<p><button>Continue</button></p></form>`

const showLogin = (response: ServerResponse, problem = '') =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(page(problem + LOGIN_FORM))

/** @returns the account that was typed; undefined after the login page was shown instead */
export const typedAccount = async (
  request: IncomingMessage,
  response: ServerResponse,
  isKnown: (account: string) => boolean,
): Promise<string | undefined> => {
  if (request.method !== 'POST') {
    showLogin(response)
    return undefined
  }
  let form = ''
  for await (const part of request) form += String(part)
  const account = new URLSearchParams(form).get('account') ?? ''
  if (isKnown(account)) return account
  showLogin(response, '<p role="alert">Unknown account</p>')
  return undefined
}

/** Asks whether the session of the provider ends. @param form with the fields that the provider needs */
export const logoutPage = (form: string): string =>
  page(form.replace('</form>', '<button name="logout" value="yes">Sign out of the hospital</button></form>'))
