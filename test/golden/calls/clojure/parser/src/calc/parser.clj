(ns calc.parser
  (:require [calc.ast :as ast :refer [->Bin]]
            [calc.lexer :as lexer]))

(defn parse-number [[tok & more]]
  (if (number-token? tok)
    [(ast/->Num (:value tok)) more]
    (syntax-error tok)))

(defn number-token? [tok] (= :number (:kind tok)))

(defn syntax-error [tok] (lexer/fail (:text tok)))

(defn parse-expr [tokens]
  (loop [[left more] (parse-number tokens)]
    (if-let [op (first more)]
      (let [[right more] (parse-number (rest more))]
        (recur [(->Bin (:value op) left right) more]))
      left)))

(defn parse [text]
  (-> text
      lexer/tokenize
      parse-expr
      ast/simplify))
