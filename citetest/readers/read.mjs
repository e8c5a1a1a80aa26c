// Reads citations as reference managers and crawlers do. Standard input is a JSON object
// with a list of texts for each format; standard output is one with a list of what was
// read from each text.

import { readFileSync } from 'node:fs'
import { Cite, plugins } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-csl'
import '@citation-js/plugin-ris'
import * as zotero from '@retorquere/bibtex-parser'
import jsonld from 'jsonld'

// The one line of schema.org's context that counts here; there is no network.
const context = { '@context': { '@vocab': 'https://schema.org/' } }
const documentLoader = async url => ({ contextUrl: null, documentUrl: url, document: context })

const readers = {
  // citation-js, which gives CSL-JSON
  biblatex: text => new Cite(text, { forceType: '@biblatex/text' }).data,
  ris: text => new Cite(text, { forceType: '@ris/file' }).data,
  // the parser of Better BibTeX for Zotero, which gives fields
  zotero: text => {
    const library = zotero.parse(text, { sentenceCase: false })
    if (library.errors.length > 0) throw new Error(JSON.stringify(library.errors))
    return library.entries.map(({ key, type, fields }) => ({ key, type, fields }))
  },
  // what a style makes of it
  csl: text => new Cite(JSON.parse(text)).format('bibliography', { template: 'apa' }),
  jsonld: text => jsonld.expand(JSON.parse(text), { documentLoader }),
}

const input = JSON.parse(readFileSync(0, 'utf8'))
const output = {}
for (const [format, texts] of Object.entries(input)) {
  output[format] = await Promise.all(texts.map(readers[format]))
}
console.log(JSON.stringify(output))
