import { createHash } from 'node:crypto'

/** Above any report file and below the memory of a phone. */
const MOST_BYTES = 120_000_000

/** Hashes the file in the browser and sends only the SHA-256. Plain JavaScript for any browser that can hash. */
export const CHECK_FILE_SCRIPT = `(function () {
  'use strict'
  var box = document.getElementById('file-check')
  var input = document.getElementById('file')
  var answer = document.getElementById('file-answer')
  var text = box.dataset
  var turn = 0
  var show = function (message, kind) {
    answer.textContent = message
    answer.className = 'finding ' + (kind || '')
  }
  box.hidden = false
  if (!window.crypto || !crypto.subtle) {
    input.disabled = true
    return show(text.needsHttps, 'bad')
  }
  var hexOf = function (digest) {
    return Array.prototype.map.call(new Uint8Array(digest), function (byte) {
      return ('0' + byte.toString(16)).slice(-2)
    }).join('')
  }
  var check = function (file) {
    var own = ++turn
    var end = function (message, kind) {
      if (own === turn) show(message, kind)
    }
    if (file.size > ${MOST_BYTES}) return end(text.tooLarge, 'bad')
    show(text.checking)
    new Response(file).arrayBuffer().then(
      function (content) {
        return crypto.subtle.digest('SHA-256', content).then(function (digest) {
          return fetch(text.address + hexOf(digest), { headers: { accept: 'application/json' } })
        }).then(function (response) {
          if (response.status === 429) return end(text.tooMany, 'bad')
          if (!response.ok) return end(text.failed, 'bad')
          return response.json().then(function (result) { end(result.message, result.kind) })
        }).catch(function () { end(text.failed, 'bad') })
      },
      function () { end(text.unreadable, 'bad') }
    )
  }
  input.addEventListener('change', function () {
    if (input.files[0]) check(input.files[0])
    input.value = ''
  })
  var stop = function (event) {
    event.preventDefault()
    box.classList.toggle('over', event.type === 'dragover')
  }
  box.addEventListener('dragover', stop)
  box.addEventListener('dragleave', stop)
  box.addEventListener('drop', function (event) {
    stop(event)
    var file = event.dataTransfer.files[0]
    if (file) check(file)
  })
})()`

/** Additions to the content security policy. */
export const CHECK_FILE_POLICY = `script-src 'sha256-${createHash('sha256').update(CHECK_FILE_SCRIPT).digest('base64')}'; connect-src 'self'; `
