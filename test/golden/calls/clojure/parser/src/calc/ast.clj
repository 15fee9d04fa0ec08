(ns calc.ast)

(defprotocol Node
  (evaluate [this env])
  (show [this]))

(defrecord Num [value]
  Node
  (evaluate [_ _] value)
  (show [_] (str value)))

(defrecord Bin [op left right]
  Node
  (evaluate [_ env]
    ((op-fn op) (evaluate left env) (evaluate right env)))
  (show [_] (parens (show left) op (show right))))

(defn parens [& parts] (str "(" (apply str parts) ")"))

(defmulti op-fn identity)
(defmethod op-fn :+ [_] +)
(defmethod op-fn :* [_] *)
(defmethod op-fn :default [op] (unknown-op op))

(defn unknown-op [op] (throw (ex-info "op" {:op op})))

(defn simplify [node]
  (if (constant? node) node (->Num (evaluate node {}))))

(defn constant? [node] (instance? Num node))
