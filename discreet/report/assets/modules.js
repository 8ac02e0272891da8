// The parts of Vega, as the modules that they are.
(function () {
'use strict';
const modules = {};
function add(name, body) {
  const module = { exports: {} };
  body(module.exports, module, (wanted) => modules[wanted]);
  modules[name] = module.exports;
  if (name === 'vega-selection') modules['vega-selections'] = module.exports;  // its name among its users
}
function finish() {
  const { transforms } = modules['vega-dataflow'];
  for (const part of ['transforms', 'view-transforms', 'encode']) Object.assign(transforms, modules['vega-' + part]);
  window.discreetVega = {
    parse: modules['vega-parser'].parse,
    View: modules['vega-view'].View,
    interpreter: modules['vega-interpreter'].expressionInterpreter,
  };
}
