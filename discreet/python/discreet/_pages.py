"""Reports of estimators."""
import html
import pathlib

from . import _core


def write_report(estimator, path):
    path = pathlib.Path(path)
    pages = [_core.report(model.text) for model in estimator._models]
    if len(pages) == 1:
        _core.write_page(str(path), pages[0])
        return
    lines = []
    for number, (page, name) in enumerate(zip(pages, estimator.classes_), 1):
        part = path.with_name(f"{path.stem}-{number}{path.suffix or '.html'}")
        _core.write_page(str(part), page)
        how = "scores" if estimator._is_softmax() else "against the rest"
        lines.append(f'<li><a href="{html.escape(part.name)}">{html.escape(str(name))}: {how}</a></li>')
    privacy = estimator.privacy_
    said = html.escape(privacy["softmax" if estimator._is_softmax() else "one_vs_rest"]["how"])
    spent = f"epsilon {privacy['epsilon_spent']} of {privacy['epsilon']} at delta {privacy['delta']}, {privacy['neighbours']} neighbours"
    caveats = "".join(f"<li>Not private: {html.escape(text)}</li>" for text in privacy["caveats"])
    notices = "".join(f"<li>{html.escape(text)}</li>" for text in privacy["notices"])
    _core.write_page(str(path), '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="generator" content="discreet, about a model">'
                    "<title>A private model of several classes</title>"
                    f"<h1>A private model of {len(pages)} classes</h1><p>All models together: {html.escape(spent)}. {said}.</p>"
                    f"<ul>{''.join(lines)}</ul><ul>{caveats}{notices}</ul></html>\n")
